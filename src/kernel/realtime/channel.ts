/** Items that a module sends to browsers besides hints: data that changes too often to be asked for each time. */
import type { Role } from '../../contract/roles.ts'
import type { Hints } from './hints.ts'

export interface Channel<T> {
  /** `iot.positions` */
  readonly name: string
  /** Roles whose connections receive it. */
  readonly access: readonly Role[]
  send(services: { readonly hints: Hints }, items: readonly T[]): void
}

/** @param access roles that may see every item: the channel applies no other limit */
export const defineChannel = <T>(name: string, access: readonly Role[]): Channel<T> => ({
  name,
  access,
  send: ({ hints }, items) => hints.send({ kind: 'items', channel: name, items })
})
