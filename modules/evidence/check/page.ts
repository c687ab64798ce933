/** The HTML of the public page. */
import type { Language } from '../../../src/contract/languages.ts'
import { escaped } from '../../../src/kernel/serve/escaped.ts'
import { plainPage, plainStyle } from '../../../src/kernel/serve/plain-page.ts'
import type { State } from '../papers/paper.ts'

export interface CheckPage {
  readonly language: Language
  readonly title: string
  readonly business: string
  /** `bandText` */
  readonly band: string | undefined
  /** Undefined where there is no such statement. */
  readonly state?: State
  readonly sentence: string
  /** What the paper must say, too: names with values. */
  readonly facts?: readonly (readonly [string, string])[]
}

export const style = `${plainStyle}.valid { color: var(--good); }
.replaced, .withdrawn { color: var(--bad); }
`

export function pageOf({ language, title, business, band, state, sentence, facts = [] }: CheckPage): string {
  const list = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')
  const sheet = `<p class="state ${state ?? ''}">${escaped(sentence)}</p>
${list ? `<dl>${list}</dl>` : ''}
<footer>${escaped(business)}</footer>`
  return plainPage({ language, title, style, band, sheet })
}
