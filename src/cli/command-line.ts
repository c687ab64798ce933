/** What a command of this folder is called with, and how it asks before it does what cannot be taken back. */
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { say } from './database.ts'

/**
 * The words and options of the command line. One that is not known is answered by a sentence and the usage, and ends the process with 1.
 * @param usage what may be given, a line each
 */
export function readCommandLine<const T extends ParseArgsConfig>(
  config: T,
  usage: string
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const [reason] = (error as Error).message.split(/\. (?:To specify|Did you)|\n/)
    return endWith(`${reason?.replace(/\.$/, '')}.`, usage)
  }
}

/** Says the lines, and ends the process with 1. */
export function endWith(...lines: readonly string[]): never {
  for (const line of lines) say(line)
  process.exit(1)
}

/** Asks on the terminal; false where there is none, or anything but yes is typed. */
export async function isAgreed(question: string): Promise<boolean> {
  if (!stdin.isTTY) return false
  const asking = createInterface({ input: stdin, output: stdout })
  try {
    return /^(y|yes)$/i.test((await asking.question(`${question} [y/N] `)).trim())
  } finally {
    asking.close()
  }
}
