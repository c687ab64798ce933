/**
 * Whoever stops `npm start` signals npm's own process. npm passes the signal to the shell that it started, both end, and
 * nobody tells the process that does the work: it would live on and keep the port. So it watches those who started it only to
 * wait for it, and stops when one of them is gone.
 *
 * Nobody else is watched. A process that systemd, `nohup`, `setsid` or a script's `&` has started is meant to outlive whoever
 * typed the command: its parent is no npm, no shell that npm started, and not Deno's npm package.
 */
import { bornAt, commandLine, isAlive, parentOf } from './embedded/process.ts'

const checkEveryMs = 500
/** A script that leaves its last command running on purpose. */
const background = /&\s*$|\b(nohup|setsid|disown)\b/

/**
 * The processes that were started to wait for this one, nearest first: the shell of an npm script, npm itself, and the Node
 * program by which Deno's npm package starts Deno.
 */
export function findStarters(pid = process.pid, lifecycleScript = process.env.npm_lifecycle_script): number[] {
  const script = lifecycleScript && !background.test(lifecycleScript) ? lifecycleScript : undefined
  const isShell = (line: string): boolean => script !== undefined && line.includes(` -c ${script}`)
  const found: number[] = []
  for (let at = pid; ; ) {
    const parent = parentOf(at)
    if (parent === undefined || parent <= 1) return found
    const line = commandLine(parent) ?? ''
    if (isShell(line) || /deno[\\/]bin\.cjs/.test(line)) {
      found.push(parent)
      at = parent
      continue
    }
    // Some shells replace themselves by the last command of the script; then npm is the parent.
    const own = commandLine(at) ?? ''
    if (isShell(own) || (script !== undefined && own.startsWith(script))) found.push(parent)
    return found
  }
}

/** Calls `gone` once, when one of the starters has ended. Gives the function that ends the watch. */
export function watchStarters(gone: () => void): () => void {
  const starters = findStarters().map(pid => ({ pid, born: bornAt(pid) }))
  if (starters.length === 0) return () => undefined
  const timer = setInterval(() => {
    if (starters.every(({ pid, born }) => isAlive(pid, born))) return
    clearInterval(timer)
    gone()
  }, checkEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
