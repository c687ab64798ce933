import { opendir } from 'node:fs/promises'
import path from 'node:path'

/**
 * The paths of all files in a folder and in those below it, one by one as they are read, in no order. Node's own `recursive` does not work on Deno.
 * @throws ENOENT where there is no such folder
 */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  // Node's own number, which Deno wants to be told
  for await (const entry of await opendir(folder, { bufferSize: 32 })) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(at)
    else if (entry.isFile()) yield at
  }
}
