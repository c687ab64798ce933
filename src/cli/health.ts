/**
 * Asks the process that runs by these settings whether it is ready, for whoever supervises it: ends with 0 if it is, with 1 and a sentence
 * if not. It reads only the variables that say where, so that it takes no time.
 */
import { healthAddress } from '../health-address.ts'

async function ask(): Promise<string | undefined> {
  const address = healthAddress(process.env)
  if (!address) return `Without METRICS_PORT nobody can ask a process of the roles ${process.env.ROLES}.`
  try {
    const answer = await fetch(`http://${address}/health/ready`, {
      redirect: 'error',
      signal: AbortSignal.timeout(4_500)
    })
    return answer.ok ? undefined : `Not ready (${answer.status}): ${await answer.text()}`
  } catch (error) {
    const { message, cause } = error as Error
    return `No answer from ${address}: ${cause instanceof Error ? cause.message : message}`
  }
}

const fault = await ask()
if (fault) process.stderr.write(`${fault}\n`)
process.exitCode = fault ? 1 : 0
