/**
 * Behind a proxy that is not named in TRUST_PROXY every call comes from the proxy's address: all people share one limit of wrong
 * passwords, and one of them can lock out everybody. The log says so once, because nobody would find the cause otherwise.
 */
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../../config/settings.ts'

/** To be called before any hook that answers. */
export function warnOfProxy(app: FastifyInstance, { trustProxy }: Pick<Settings, 'trustProxy'>): void {
  if (trustProxy !== '') return
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true
      const { remoteAddress } = request.socket
      request.log.warn(
        { address: remoteAddress },
        'a proxy says whom it calls for, and is not believed: where it is yours, set TRUST_PROXY to its address'
      )
    }
    done()
  })
}
