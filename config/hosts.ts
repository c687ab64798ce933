/** Names of hosts that mean this machine. */

/** Whether the host, as a name or an address, can be reached from this machine only. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
