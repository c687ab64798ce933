/**
 * Reports faults of this application to the server, so that the operator hears of them: the error's message and the place in the code, no
 * data of people. Refused calls and files that could not be loaded are not reported. A page reports each fault once. Loaded with
 * the first fault (`crashes.ts`).
 */
import { type CrashReport, maxPath, maxPathItem, withoutData } from '../src/contract/crash.ts'
import { ApiProblem } from './api.ts'
import { isLoadFailure } from './loadFailure.ts'
import { ownBuild } from './version.ts'

/** The most reports of a page: a fault may come back at each render. */
const maxReports = 10
const reported = new Set<string>()

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

/** The lines of a stack: names of components or functions with the file, without the host. */
const pathOf = (stack: string | null | undefined): string[] =>
  (stack ?? '')
    .split('\n')
    .map(line => line.trim().replace(/^at /, '').replaceAll(location.origin, ''))
    .filter(line => line !== '')
    .slice(0, maxPath)
    .map(line => line.slice(0, maxPathItem))

/** Sends a report once for each message. Never throws. */
export function reportFault(message: string, path: readonly string[] = []): void {
  const report: CrashReport = { message: withoutData(message), path, build: ownBuild() ?? 'development' }
  if (reported.has(report.message) || reported.size >= maxReports) return
  reported.add(report.message)
  fetch('/api/ui/crashes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true
  }).catch(() => undefined)
}

export function reportError(error: unknown, stack?: string | null): void {
  if (error instanceof ApiProblem || isLoadFailure(error)) return
  // biome-ignore lint/suspicious/noConsole: a developer sees the fault where React would have written it
  console.error(error)
  reportFault(
    messageOf(error),
    pathOf(stack ?? (error instanceof Error ? error.stack?.replace(/^.*\n/, '') : undefined))
  )
}
