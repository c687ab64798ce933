/**
 * The register by HTTP, as the business calls it. Whether a change that was sent without an answer has happened, the card itself says: whoever
 * repeats a change asks for the card first.
 */
import { userAgent } from '../../../src/kernel/outbound/request-json.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { decoded, openCalls, type RegisterOptions } from './calls.ts'
import { Dictionaries } from './dictionaries.ts'
import type { WasteRegister } from './register.ts'
import { rejectionOf, versionAt } from './version.ts'
import { pdfOf } from './wire.ts'

export function openWasteRegister(options: RegisterOptions): WasteRegister {
  const { settings, now } = options
  const { call, change, ask, places, search, details } = openCalls(options)
  const dictionaries = new Dictionaries(now)

  return {
    places,
    search,

    async card(place, role, id, state) {
      const answer = await details(place, role, id, state)
      return answer.kind === 'ok' ? dictionaries.complete(answer.value, ask(place)) : answer
    },

    confirmReceipt: (place, id, { mass, remarks = '' }) =>
      change(place, 'assign/receiveconfirmation', {
        KpoId: id,
        CorrectedWasteMass: Math.round(mass * 10_000) / 10_000,
        Remarks: remarks
      }),

    reject: (place, id, reason) =>
      change(place, 'reject', { KpoId: id, ...rejectionOf(versionAt(settings.bdoVersion, now()), reason) }),

    confirmTransport: (place, id) => change(place, 'status/transportconfirmation', { KpoId: id }),

    async confirmation(place, id) {
      const path = `WasteRegister/DocumentService/v1/kpo/confirmation?${new URLSearchParams({ KpoId: id })}`
      return decoded(await call(place, { path, takesText: true }), pdfOf)
    }
  }
}

const registers = new WeakMap<Services, WasteRegister>()

/** The register that the settings name, one for each application, which keeps its tokens; undefined where they name none. */
export function registerOf(services: Services): WasteRegister | undefined {
  const { settings, now } = services
  if (!/^https?:/.test(settings.bdoUrl)) return undefined
  const register = registers.get(services) ?? openWasteRegister({ settings, agent: userAgent(settings), now })
  registers.set(services, register)
  return register
}
