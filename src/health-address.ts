/** Where a process is asked for its health from its own machine, by the variables that it was started with. */

/** What an address that stands for all of the machine is reached by from the machine itself. */
const reached: Readonly<Record<string, string>> = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' }

const own = (host = ''): string => {
  const at = reached[host.trim()] ?? host.trim()
  return at.includes(':') ? `[${at}]` : at
}

/** METRICS_PORT, which answers in every role; without it PORT, where the process serves pages; undefined where nobody can ask it. */
export function healthAddress(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { METRICS_PORT, METRICS_HOST, PORT, HOST, ROLES = '' } = env
  if (Number(METRICS_PORT) > 0) return `${own(METRICS_HOST)}:${Number(METRICS_PORT)}`
  const isWeb = ROLES.trim() === '' || /\b(web|all)\b/.test(ROLES)
  return isWeb ? `${own(HOST)}:${Number(PORT) || 3000}` : undefined
}
