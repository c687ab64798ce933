/**
 * `npm run restore -- opony-2026-11-24T02-00-00Z`: a backup of `npm run backup` into an empty database and the storage of the settings, by the
 * role that owns the tables. Then the tables are brought to this version, and what is there is compared with what was there: rows, files,
 * the chain of the audit. Ends with 1 where something is not as it was.
 */
import type { Settings } from '../../config/settings.ts'
import { buildApp } from '../app.ts'
import { counted } from '../counted.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { openStorage } from '../kernel/storage/open.ts'
import { bringUpToDate } from '../kernel/upgrade/upgrade.ts'
import { modules } from '../modules.ts'
import { backupsIn, manifestOf } from './backup/make.ts'
import { openPlace } from './backup/places.ts'
import { quietLog } from './backup/quiet-log.ts'
import { restoreBackup } from './backup/restore.ts'
import { endWith, readCommandLine } from './command-line.ts'
import { say, withDatabase } from './database.ts'

const usage = `npm run restore -- --from /srv/backup           names the backups there; BACKUP_URL where --from is not given
npm run restore -- <name>                       restores it into the empty database of DATABASE_URL, and the files of STORAGE_URL
npm run restore -- <name> --without-flawed      where files of the backup are damaged or absent: all others
npm run restore -- <name> --without-rights      where the server does not know the roles of the backup`

const flag = { type: 'boolean', default: false } as const
const { values, positionals } = readCommandLine(
  { options: { from: { type: 'string' }, 'without-flawed': flag, 'without-rights': flag }, allowPositionals: true },
  usage
)
const [name] = positionals

/** The chains of the audit and of the security events, as `npm run maintain` looks at them. */
async function checkChains(settings: Settings & { databaseUrl: string }): Promise<string[]> {
  const chains = modules
    .flatMap(module => module.maintenance ?? [])
    .filter(one => ['audit', 'security'].includes(one.name))
  const { services, close } = await buildApp({ settings, logger: false })
  try {
    const faults: string[] = []
    for (const chain of chains) {
      const { isSound, lines } = await chain.run(services, { repair: false })
      if (isSound) say(lines.find(line => line.includes('sealed')) ?? lines.join(' '))
      else faults.push(...lines)
    }
    return faults
  } finally {
    await close()
  }
}

await withDatabase(async (url, settings) => {
  const address = settings.databaseMigrateUrl || url
  const place = await openPlace(values.from ?? settings.backupUrl, settings)
  if (name === undefined) {
    const there = await backupsIn(place)
    for (const backup of there) say(backup)
    endWith(
      there.length === 0 ? `There is no backup in ${place.label}.` : 'Name the one that is to be restored:',
      usage
    )
  }
  const manifest = await manifestOf(place, name)
  const storage = await openStorage({ settings, log: quietLog })
  const database = openDatabase({ url: address, poolSize: 1, statementTimeoutMs: 0 })
  const { 'without-flawed': withoutFlawed, 'without-rights': withoutRights } = values
  const faults: string[] = []
  try {
    const options = { database, address, storage, place, settings, manifest, withoutFlawed, withoutRights, say }
    faults.push(...(await restoreBackup(options)))
  } finally {
    await database.destroy()
  }
  const steps = await bringUpToDate({ ...settings, databaseUrl: url })
  if (steps.length > 0) say(`The tables were brought to this version by ${counted(steps.length, 'step')}.`)
  faults.push(
    ...(await checkChains({ ...settings, databaseUrl: url, auditAnchor: manifest.auditAnchor || settings.auditAnchor }))
  )
  for (const fault of faults) say(`Fault: ${fault}`)
  say(faults.length === 0 ? 'Everything is as it was.' : 'NOT everything is as it was.')
  if (faults.length > 0) process.exitCode = 1
})
