/**
 * `npm run backup`: database and uploaded files together, with a manifest of what they hold, into BACKUP_URL or `--to`. The application may be
 * running. `--keep 14` removes all but the newest; `--verify` reads a backup again, the newest or the named one, and changes nothing. A copy of
 * an installation (OUTSIDE=off) writes only where `--to` says.
 */
import { counted } from '../counted.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { openStorage } from '../kernel/storage/open.ts'
import { settingsOrExit } from '../settings.ts'
import { flawsOf, flawText } from './backup/check.ts'
import { backupsIn, keepNewest, makeBackup, manifestOf } from './backup/make.ts'
import type { Place } from './backup/place.ts'
import { openPlace } from './backup/places.ts'
import { quietLog } from './backup/quiet-log.ts'
import { endWith, readCommandLine } from './command-line.ts'
import { say, withDatabase } from './database.ts'

const usage = `npm run backup -- --to /srv/backup             database and files, with a manifest; BACKUP_URL where --to is not given
npm run backup -- --to /srv/backup --keep 14   and all but the newest 14 go
npm run backup -- --verify [name]              reads the newest backup, or the named one, and compares it with its manifest`

const { values, positionals } = readCommandLine(
  {
    options: { to: { type: 'string' }, keep: { type: 'string' }, verify: { type: 'boolean', default: false } },
    allowPositionals: true
  },
  usage
)
const keep = values.keep === undefined ? undefined : Number(values.keep)
if (keep !== undefined && !(Number.isInteger(keep) && keep > 0)) endWith('--keep takes a whole number from 1.', usage)

async function verify(place: Place): Promise<void> {
  const name = positionals[0] ?? (await backupsIn(place)).at(-1)
  if (name === undefined) throw new Error(`There is no backup in ${place.label}.`)
  const manifest = await manifestOf(place, name)
  const flaws = await flawsOf(place, manifest)
  for (const flaw of flaws) say(flawText(flaw))
  for (const blob of manifest.missing)
    say(`A row named ${blob}, which was not in the storage when the backup was made.`)
  say(`${name}: ${flaws.length === 0 ? `whole, with ${counted(manifest.files.length, 'file')}` : `NOT whole`}.`)
  if (flaws.length > 0) process.exitCode = 1
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

const settings = settingsOrExit()
// The settings of a copy are often those of its original: its backups would stand among that one's, and --keep would remove those.
if (settings.outside === 'off' && !values.verify && values.to === undefined)
  endWith(
    'OUTSIDE is off: BACKUP_URL may be that of the installation that this is a copy of, so nothing is written there and nothing removed.',
    'Say where this backup goes: npm run backup -- --to /srv/backup-of-the-copy'
  )

if (values.verify) {
  await openPlace(values.to ?? settings.backupUrl, settings)
    .then(verify)
    .catch((error: Error) => endWith(error.message))
} else
  await withDatabase(async url => {
    const address = settings.databaseMigrateUrl || url
    const place = await openPlace(values.to ?? settings.backupUrl, settings)
    const storage = await openStorage({ settings, log: quietLog })
    const database = openDatabase({ url: address, poolSize: 1, statementTimeoutMs: 0 })
    try {
      const began = performance.now()
      const { name, manifest, copied } = await makeBackup({
        database,
        address,
        storage,
        place,
        settings,
        now: new Date()
      })
      const seconds = ((performance.now() - began) / 1_000).toFixed(1)
      say(
        `${name} in ${place.label}: ${counted(Object.keys(manifest.tables).length, 'table')} in ${megabytes(manifest.database.bytes)}, ` +
          `${counted(manifest.files.length, 'file')}, ${copied} of them new, in ${seconds} s.`
      )
      for (const blob of manifest.missing) say(`Warning: a row names ${blob}, which is not in the storage.`)
      if (keep !== undefined) for (const old of await keepNewest(place, keep)) say(`removed: ${old}`)
    } finally {
      await database.destroy()
    }
  })
