import { opendir } from 'node:fs/promises'
import path from 'node:path'

/**
 * The names of all files in a folder and in those below it, from the folder and with `/`, one by one as they are read, in no order. The
 * option `recursive` of `opendir` does not work on Deno.
 * @param below the folder within it that is read, with `/` at its end; empty for the whole
 * @throws ENOENT where there is no such folder
 */
export async function* filesBelow(folder: string, below = ''): AsyncGenerator<string> {
  // Deno requires the option; this is its default in Node
  for await (const entry of await opendir(path.join(folder, below), { bufferSize: 32 })) {
    if (entry.isDirectory()) yield* filesBelow(folder, `${below}${entry.name}/`)
    else if (entry.isFile()) yield `${below}${entry.name}`
  }
}
