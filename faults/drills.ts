/** The drills by their names, in the order in which they run. */
import type { Drill } from './drill.ts'
import { clockWrong } from './drills/clock.ts'
import { commitCut } from './drills/commit-cut.ts'
import { confirmations } from './drills/confirmations.ts'
import { connectionsUsedUp, databaseRestarted, databaseSilent, databaseSlow } from './drills/database.ts'
import { diskFull } from './drills/disk-full.ts'
import { mailHangs } from './drills/mail.ts'
import { memory } from './drills/memory.ts'
import { messages } from './drills/messages.ts'
import { migrations } from './drills/migrations.ts'
import { overload } from './drills/overload.ts'
import { phones } from './drills/phones.ts'
import { pointInTime } from './drills/point-in-time.ts'
import { brokerAway, processesKilled } from './drills/processes.ts'
import { restore } from './drills/restore.ts'
import { rollingHaproxy, rollingNginx } from './drills/rolling.ts'
import { sensors } from './drills/sensors.ts'
import { slowSenders } from './drills/slow-senders.ts'
import { sockets } from './drills/sockets.ts'
import { races, stock } from './drills/tests.ts'
import { webhooks } from './drills/webhooks.ts'

export const drills: Readonly<Record<string, Drill>> = {
  'commit-cut': commitCut,
  'database-restarted': databaseRestarted,
  'database-silent': databaseSilent,
  'database-slow': databaseSlow,
  connections: connectionsUsedUp,
  processes: processesKilled,
  broker: brokerAway,
  'rolling-haproxy': rollingHaproxy,
  'rolling-nginx': rollingNginx,
  'disk-full': diskFull,
  clock: clockWrong,
  mail: mailHangs,
  sockets,
  'slow-senders': slowSenders,
  overload,
  memory,
  races,
  stock,
  migrations,
  restore,
  'point-in-time': pointInTime,
  messages,
  phones,
  sensors,
  webhooks,
  confirmations
}
