import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import type { Fault } from './fault.ts'
import type { Settings } from './settings.ts'

/**
 * Folders of the settings in which nothing can be written: `readSettings` reads texts and looks at no disk. A folder that is not there
 * yet is judged by the one in which it would be made.
 */
export function folderFaults({ dataDir, databaseUrl, tokenSecret, storageUrl }: Settings): Fault[] {
  const needsData = databaseUrl === '' || tokenSecret === '' || storageUrl === 'file:'
  const files = /^file:(.+)$/.exec(storageUrl)?.[1]
  return [
    ...(needsData ? faultOf('DATA_DIR', dataDir, dataDir) : []),
    ...(files ? faultOf('STORAGE_URL', storageUrl, path.resolve(files)) : [])
  ]
}

function faultOf(name: string, value: string, folder: string): Fault[] {
  const reason = reasonAgainst(folder)
  if (reason === undefined) return []
  const mend = 'Set it to a folder that this process may write, or give the process the right to.'
  return [{ name, problem: `is "${value}", where nothing can be written (${reason}).`, mend }]
}

/** Why nothing can be written in the folder; undefined where it can. */
function reasonAgainst(folder: string): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is no folder`
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const above = path.dirname(folder)
    return code === 'ENOENT' && above !== folder ? reasonAgainst(above) : message
  }
}
