/**
 * The clock of a process is wrong by an hour. Behind: sensors are not heard, and what they send is stored once the clock is right. Ahead: the
 * process is not ready, and says why, so that no proxy sends it people whose sessions it would call over.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/helper/relay.ts'
import { atLeast, type Drill, exactly, none, seen } from '../drill.ts'
import { callersOf } from '../fixtures/calls.ts'
import { keepSensing } from '../fixtures/sensors.ts'
import { startServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

const hour = 3_600_000

export const clockWrong: Drill = {
  promise:
    'a clock that is an hour behind or ahead: not ready, no reading is rejected, all are stored once it is right',
  control: {
    without: 'without comparing the clocks',
    breaks: 'readings rejected',
    edits: [
      { file: 'src/kernel/clock.ts', from: 'Math.abs(ahead) <= clockLimits.wrong', to: 'Math.abs(ahead) <= Infinity' }
    ]
  },
  async run(at) {
    const url = await at.database()
    const stage = await aStage(at, url)
    const mqttPort = String(await freePort())
    const start = async (clockMs: number, roles: string) => {
      const server = await startServer({
        env: { DATABASE_URL: url, ROLES: roles, ...(roles === 'ingest' ? { MQTT_PORT: mqttPort } : {}) },
        clockMs,
        without: at.without
      })
      at.after(() => server.kill())
      return server
    }
    const readiness = async ({ port, metricsPort }: { port: number; metricsPort: number }): Promise<number> => {
      const caller = callersOf(metricsPort || port)
      const { status, body } = await caller.ask({ path: '/health/ready' })
      caller.close()
      return status === 503 && body.parts?.clock === false ? 503 : status
    }
    const behind = await start(-hour, 'ingest')
    // Readings of now, as devices with a right clock send them.
    const sensors = await keepSensing(stage.db, `mqtt://127.0.0.1:${mqttPort}`, { perSecond: 20, from: Date.now() })
    await wait(at.many(20_000, 2_000))
    const whileBehind = await readiness(behind)
    const early = sensors.acknowledged()
    await behind.stop()
    const right = await start(0, 'ingest')
    const { acknowledged, lost, unsent } = await sensors.stop()
    const whileRight = await readiness(right)
    const ahead = await start(hour, 'web')
    const whileAhead = await readiness(ahead)
    return [
      none('readings rejected', await stage.count('iot.rejected_readings')),
      none('acknowledged readings lost', lost),
      none('readings not acknowledged in the end', unsent),
      none('acknowledged while behind', early),
      atLeast('readings', acknowledged, 1),
      exactly('readiness, behind', whileBehind, 503),
      exactly('readiness, ahead', whileAhead, 503),
      exactly('readiness, right', whileRight, 200),
      seen(
        'lines of the log',
        `${behind.output()}${ahead.output()}`.split('Until then this process is not ready').length - 1
      )
    ]
  }
}
