/**
 * `npm run install:server`: lays units, proxies and the broker's configuration, with this installation's names, into a folder as they would lie
 * on the machine; `-- --apply` lays them on the machine itself (as root). Again as often as you like: what is the same stays, what somebody
 * has changed is left, and the new text lies beside it.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './check.ts'

/** Where each file of deploy/ belongs. `keep`: it is filled in by hand, and never written over. */
const files: readonly { readonly from: string; readonly to: string; readonly mode?: number; readonly keep?: true }[] = [
  ...[
    'opony@.service',
    'opony.target',
    'opony-watchdog@.service',
    'opony-watchdog@.timer',
    'opony-migrate.service'
  ].map(unit),
  ...['opony-backup.service', 'opony-backup.timer'].map(unit),
  { from: 'deploy/systemd/sysusers.conf', to: '/etc/sysusers.d/opony.conf' },
  { from: 'deploy/systemd/tmpfiles.conf', to: '/etc/tmpfiles.d/opony.conf' },
  ...['opony.env', 'owner.env', 'web.env', 'web-2.env', 'ingest.env', 'worker.env'].map(name => ({
    ...{ from: `deploy/systemd/${name}`, to: `/etc/opony/${name}`, mode: 0o640, keep: true as const }
  })),
  { from: 'deploy/nginx/opony.conf', to: '/etc/nginx/conf.d/opony.conf' },
  { from: 'deploy/haproxy/opony.cfg', to: '/etc/haproxy/opony.cfg' },
  { from: 'deploy/mosquitto/opony.conf', to: '/etc/mosquitto/conf.d/opony.conf' },
  { from: 'config/mosquitto.acl', to: '/etc/mosquitto/opony.acl' }
]

function unit(name: string) {
  return { from: `deploy/systemd/${name}`, to: `/etc/systemd/system/${name}` }
}

const usage = `npm run install:server -- [--into folder] [--proxy nginx|haproxy] [--portal portal.example.com] [--admin admin.example.com] [--app /opt/opony]
npm run install:server -- --apply …   on the machine itself, as root`

const text = { type: 'string' } as const

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        into: text,
        proxy: text,
        portal: text,
        admin: text,
        app: text,
        apply: { type: 'boolean', default: false }
      }
    })
    const proxy = values.proxy ?? 'nginx'
    if (!['nginx', 'haproxy'].includes(proxy)) throw new Error('--proxy takes nginx or haproxy')
    for (const host of [values.portal, values.admin])
      if (host !== undefined && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host))
        throw new Error(`${host} is no host name`)
    return { ...values, proxy }
  } catch (error) {
    console.error(`${(error as Error).message}.\n${usage}`)
    process.exit(1)
  }
}

const options = readOptions()
const target = options.apply ? '/' : resolve(options.into ?? join(root, 'dist/server'))

/**
 * The folder that units name: `--app`, or the one that the command was called in. There Node knows only what a link leads to, and the shell's
 * PWD has the link itself, which an upgrade sets to the next version: units that named the version's folder would go on starting the old one.
 */
function installedAt(): string {
  if (options.app !== undefined) return resolve(options.app)
  const { PWD: called = root } = process.env
  const leadsHere = existsSync(called) && realpathSync(called) === realpathSync(root)
  return leadsHere ? resolve(called) : root
}
const app = installedAt()

/** The shipped text with the names of this installation. */
const fitted = (shipped: string): string =>
  shipped
    .replaceAll('portal.example.com', options.portal ?? 'portal.example.com')
    .replaceAll('admin.example.com', options.admin ?? 'admin.example.com')
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('/opt/opony', app)

function lay({ from, to, mode = 0o644, keep }: (typeof files)[number]): string {
  const file = join(target, to)
  const wanted = fitted(readFileSync(join(root, from), 'utf8'))
  const present = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (present === wanted) return `same      ${to}`
  if (present !== undefined && keep) return `kept      ${to}`
  const place = present === undefined ? file : `${file}.opony-new`
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, wanted)
  chmodSync(place, mode)
  return present === undefined
    ? `written   ${to}`
    : `CHANGED   ${to}: it was changed here; the new text is ${to}.opony-new`
}

if (options.apply && process.getuid?.() !== 0) {
  console.error('--apply writes to /etc: run it as root.')
  process.exit(1)
}
const other = options.proxy === 'nginx' ? 'haproxy' : 'nginx'
for (const file of files) if (!file.to.startsWith(`/etc/${other}/`)) console.log(lay(file))
console.log(
  options.apply
    ? `
Next, as root:
  systemd-sysusers && systemd-tmpfiles --create && chown root:opony /etc/opony/*.env
  database, its roles and their passwords            docs/operators.md, "Roles of the database"
  sh ${app}/deploy/mosquitto/account.sh              type a password for the application, then Enter
  certificates                                       where ${options.proxy} and mosquitto look for them; then restart both
  /etc/opony/opony.env and owner.env                 fill in; then the doctor
  systemctl daemon-reload && systemctl start opony-migrate && systemctl enable --now opony.target opony-backup.timer
  systemctl enable --now opony-watchdog@web.timer opony-watchdog@ingest.timer opony-watchdog@worker.timer`
    : `\nNothing of the machine was changed: this lies in ${target}. On the machine itself, as root: npm run install:server -- --apply`
)
