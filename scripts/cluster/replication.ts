/** Whether a commit waits for a second copy: changed while the cluster runs, for the control of the drill. */
import { primaries, standing } from './database.ts'
import { nodeHost, ports, secrets } from './layout.ts'
import { until } from './processes.ts'

export async function changeReplication(to: 'synchronous' | 'asynchronous'): Promise<void> {
  const [node] = await primaries()
  if (node === undefined) throw new Error('There is no primary whose replication could be changed.')
  const isSynchronous = to === 'synchronous'
  const answer = await fetch(`http://${nodeHost(node)}:${ports.rest}/config`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`patroni:${secrets().rest}`).toString('base64')}`
    },
    body: JSON.stringify({
      synchronous_mode: isSynchronous,
      synchronous_mode_strict: isSynchronous,
      // Otherwise replicas that are far behind would not take the lead.
      maximum_lag_on_failover: isSynchronous ? 1_048_576 : 1_073_741_824
    }),
    signal: AbortSignal.timeout(5_000)
  })
  if (!answer.ok) throw new Error(`Patroni refuses to change the replication: ${answer.status}`)
  await until(`replication is ${to}`, 60, async () => {
    const { synchronous, isWhole } = await standing()
    return isWhole && (synchronous !== undefined) === isSynchronous
  })
}
