/** What a module sends to browsers besides hints: items that move too often to be asked for again each time. */
import type { Role } from '../../contract/roles.ts'
import type { Hints } from './hints.ts'

export interface Channel<T> {
  /** `iot.positions` */
  readonly name: string
  /** Roles whose connections receive it. */
  readonly access: readonly Role[]
  send(services: { readonly hints: Hints }, items: readonly T[]): void
}

/** @param access whoever sees all of what the items are about: no other limit is set on them */
export const defineChannel = <T>(name: string, access: readonly Role[]): Channel<T> => ({
  name,
  access,
  send: ({ hints }, items) => hints.send({ kind: 'items', channel: name, items })
})
