/**
 * The worker alone, to be killed. `AGAIN=1` is the control: a house that does not mark what it is sending, and so sends again
 * whatever it does not know to be sent. Prints `ready` when it takes the queue's jobs.
 */
import { readSettings } from '../../config/settings.ts'
import { notifications } from '../../modules/notifications/index.ts'
import { users } from '../../modules/users/index.ts'
import { buildApp } from '../../src/app.ts'

const settings = readSettings(process.env)
const { services, begin } = await buildApp({ settings, modules: [users, notifications], logger: { level: 'fatal' } })
if (process.env.AGAIN) await services.db('notifications.messages').update({ sending_since: null }).where({ status: 0 })
await begin()
console.log('ready')
