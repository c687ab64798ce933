/**
 * Whether an identity provider has asked for a second factor, by what its ID token says. `acr` is the provider's own word for how it has
 * asked; the settings name those that count. `amr` lists the methods by the names of RFC 8176: `mfa`, or two methods of different kinds.
 * Pure.
 */

const kinds: Readonly<Record<string, string>> = {
  ...{ pwd: 'knows', pin: 'knows', kba: 'knows' },
  ...{ otp: 'has', hwk: 'has', swk: 'has', sc: 'has', sms: 'has', tel: 'has', pop: 'has', mca: 'has' },
  ...{ fpt: 'is', face: 'is', iris: 'is', retina: 'is', vbm: 'is' }
}

interface Claims {
  readonly acr?: unknown
  readonly amr?: unknown
}

/** @param accepted values of `acr` that mean a second factor, separated by spaces; '' for none */
export function hasAskedForTwo({ acr, amr }: Claims, accepted: string): boolean {
  if (typeof acr === 'string' && acr !== '' && accepted.split(' ').includes(acr)) return true
  const methods = Array.isArray(amr) ? amr.filter(method => typeof method === 'string') : []
  return methods.includes('mfa') || new Set(methods.map(method => kinds[method]).filter(Boolean)).size > 1
}
