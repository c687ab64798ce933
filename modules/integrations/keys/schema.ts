import { isIP } from 'node:net'
import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { scopes } from '../../../src/kernel/access/api-keys.ts'
import { EnumOf, ExactInstant, Id, Nullable, Version } from '../../../src/kernel/schema.ts'

export const ApiKeyState = vocabulary(
  'integrations.keyState',
  {
    active: { code: 0, tone: 'success' },
    expired: { code: 1, tone: 'warning' },
    revoked: { code: 2, tone: 'neutral' }
  },
  { onlyFor: ['ADMIN'] }
)

export const ScopeName = Type.Unsafe<(typeof scopes)[number]>({ type: 'string', enum: [...scopes] })

export const ApiKeyRow = Type.Object({
  id: Id,
  version: Version,
  name: Type.String(),
  hint: Type.String({ description: 'the last characters of the key' }),
  scopes: Type.Array(ScopeName),
  scopeNames: Type.String(),
  companyId: Nullable(Id),
  companyName: Nullable(Type.String({ description: 'null: all of the business' })),
  networks: Nullable(Type.String()),
  callsPerMinute: Type.Integer({ minimum: 1 }),
  state: EnumOf(ApiKeyState),
  createdAt: ExactInstant,
  expiresAt: Nullable(ExactInstant),
  lastUsedAt: Nullable(ExactInstant)
})

/** The networks of a text, separated by commas or blanks; undefined if one of them is none. */
export function networksOf(text: string): string[] | undefined {
  const given = text.split(/[\s,;]+/).filter(Boolean)
  const isNetwork = (one: string): boolean => {
    const [address = '', bits, more] = one.split('/')
    const kind = isIP(address)
    const most = kind === 4 ? 32 : 128
    return kind > 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  }
  return given.every(isNetwork) ? given : undefined
}
