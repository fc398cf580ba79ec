"""Jump Wars, published as Space Empire by Warpspawn Games: sealed orders, hidden hands, fleets on a grid."""
