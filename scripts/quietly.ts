import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './check.ts'

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/**
 * Runs Node on a program of the project whose output matters only when it fails. A signal ends the program and this process.
 * @throws Error whose message is all that it wrote, when it fails
 */
export function quietly(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', part => {
      output += part
    })
  const giveUp = (signal: NodeJS.Signals): void => {
    child.kill(signal)
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of signals) process.on(signal, giveUp)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => {
      for (const signal of signals) process.off(signal, giveUp)
      if (code === 0) resolve()
      else reject(new Error(output.trimEnd()))
    })
  })
}
