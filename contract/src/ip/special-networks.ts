/** Of IPv4, all but these networks are public: the special purposes that IANA registers. */
export const specialV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure answers virtual machines with their metadata and keys at an address that looks public.
  ['168.63.129.16', 32],
] as const

/** Of IPv6, only the network of global unicast is public: all forms that wrap an IPv4 address are outside of it … */
export const globalV6 = ['2000::', 3] as const

/** … but for these, which IANA registers for special purposes: tunnels (Teredo, 6to4), documentation and others. */
export const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const
