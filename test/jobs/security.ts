/** Who may call what of jobs: one entry a route (see test/security/routes.test.ts). */
import { admin, type Entries, read, thingEntries } from '../security/fixtures/entry.ts'

const path = '/api/Admin/Jobs'

export const entries: Entries = {
  [`GET ${path}/Queues`]: read(admin, `${path}/Queues`),
  ...thingEntries(admin, world => world.queue(), {
    [`GET ${path}/Queues/:id`]: null,
    [`GET ${path}/Queues/:id/history`]: null,
    [`PUT ${path}/Queues/:id/pause`]: () => ({})
  }),
  ...thingEntries(admin, world => world.queue(true), { [`PUT ${path}/Queues/:id/resume`]: () => ({}) }),
  [`GET ${path}/Failures`]: read(admin, `${path}/Failures`),
  ...thingEntries(admin, world => world.failedJob(), {
    [`GET ${path}/Failures/:id`]: null,
    [`POST ${path}/Failures/:id/retry`]: () => ({}),
    [`DELETE ${path}/Failures/:id`]: () => ({})
  })
}
