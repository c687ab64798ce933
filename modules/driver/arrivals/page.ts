/**
 * The HTML of the page that shows an order, or several of one visit, without a login. It has no script, and is loaded again by a link:
 * a page that reloads by itself takes away what somebody is reading, and breaks WCAG 2.2.1.
 */
import { type Language, languages } from '../../../src/contract/languages.ts'
import { escaped } from '../../../src/kernel/serve/escaped.ts'
import { plainPage, plainStyle } from '../../../src/kernel/serve/plain-page.ts'

/** An order among several. */
export interface OrderOnPage {
  readonly number: string
  /** Its state, where it is not that of all, and how it ended. */
  readonly lines: readonly string[]
  readonly tone?: 'good' | 'bad' | undefined
}

export interface TrackingPage {
  readonly language: Language
  readonly title: string
  readonly business: string
  /** `bandText` */
  readonly band?: string | undefined
  readonly sentence: string
  readonly tone?: 'good' | 'bad' | undefined
  /** The window, large. */
  readonly window?: { readonly label: string; readonly text: string } | undefined
  /** What explains the state. */
  readonly notes?: readonly string[]
  /** Names with values. */
  readonly facts?: readonly (readonly [string, string])[]
  /** The orders, where there are several. */
  readonly orders?: { readonly title: string; readonly items: readonly OrderOnPage[] } | undefined
  readonly prepare?: { readonly title: string; readonly items: readonly string[] } | undefined
  /** The page on which the contact of the place stops messages, from here. */
  readonly stop?: { readonly href: string; readonly text: string } | undefined
  /** A button without a script: it sends a form without fields to this page. */
  readonly button?: string | undefined
  /** Where people ask. */
  readonly contact?: string | undefined
  /** When it was written, and the word of the link that loads it again; of what can still change. */
  readonly freshness?: { readonly text: string; readonly reload: string } | undefined
  /** Names of the languages, and of their list. */
  readonly nameOf: (language: Language) => string
  readonly languagesLabel: string
}

export const style = `${plainStyle}h2 { margin: 24px 0 8px; font-size: 16px; font-weight: 600; }
.window { margin: 16px 0 0; }
.window span { display: block; color: var(--quiet); font-size: 14px; }
.window strong { font-size: 32px; line-height: 1.2; font-variant-numeric: tabular-nums; }
.note { margin: 8px 0 0; overflow-wrap: anywhere; }
.code { white-space: nowrap; }
button { margin-top: 16px; padding: 12px 20px; border: 0; border-radius: 6px; background: var(--link); color: var(--sheet); font: inherit;
  font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ul { margin: 0; padding-left: 20px; }
.orders { padding: 0; list-style: none; border-top: 1px solid var(--line); }
.orders li { padding: 8px 0; border-bottom: 1px solid var(--line); }
.orders strong, .orders span { display: block; overflow-wrap: anywhere; }
.orders strong { font-variant-numeric: tabular-nums; }
.fresh { margin: 16px 0 0; color: var(--quiet); font-size: 14px; }
.fresh a { display: inline-block; padding: 12px 8px; }
footer p { margin: 0; }
nav { max-width: 480px; margin: 8px auto 0; display: flex; flex-wrap: wrap; justify-content: center; font-size: 14px; }
nav a, nav strong { padding: 12px 8px; }
a { color: var(--link); }
`

/** Polish postal codes are not broken at their hyphen. */
const unbroken = (html: string): string => html.replace(/\b\d{2}-\d{3}\b/g, code => `<span class="code">${code}</span>`)

function languagesOf({ language, nameOf, languagesLabel }: TrackingPage): string {
  const links = languages.map(one =>
    one === language
      ? `<strong aria-current="true" lang="${one}">${escaped(nameOf(one))}</strong>`
      : `<a href="?language=${one}" lang="${one}" hreflang="${one}">${escaped(nameOf(one))}</a>`
  )
  return `<nav aria-label="${escaped(languagesLabel)}">${links.join('')}</nav>`
}

function orderItem({ number, lines, tone }: OrderOnPage): string {
  const said = lines
    .map((line, at) => `<span${tone && at === 0 ? ` class="${tone}"` : ''}>${escaped(line)}</span>`)
    .join('')
  return `<li><strong>${escaped(number)}</strong>${said}</li>`
}

const ordersOf = ({ orders }: TrackingPage): string =>
  orders ? `<h2>${escaped(orders.title)}</h2><ul class="orders">${orders.items.map(orderItem).join('')}</ul>` : ''

export function pageOf(page: TrackingPage): string {
  const { language, title, business, sentence, tone, window, notes = [], facts = [], prepare } = page
  const { contact, freshness, stop, button, band } = page
  const list = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${unbroken(escaped(value))}</dd>`).join('')
  const feet = [business, contact].flatMap(line => (line ? `<p>${escaped(line)}</p>` : []))
  const more = stop ? `<p><a href="${escaped(stop.href)}">${escaped(stop.text)}</a></p>` : ''
  const press = button ? `<form method="post"><button>${escaped(button)}</button></form>` : ''
  const state = freshness
    ? `<p class="fresh">${escaped(freshness.text)} <a href="?language=${language}">${escaped(freshness.reload)}</a></p>`
    : ''
  const sheet = `<p class="state ${tone ?? ''}">${escaped(sentence)}</p>
${window ? `<p class="window"><span>${escaped(window.label)}</span><strong>${escaped(window.text)}</strong></p>` : ''}
${notes.map(note => `<p class="note">${escaped(note)}</p>`).join('\n')}
${list ? `<dl>${list}</dl>` : ''}
${ordersOf(page)}
${prepare ? `<h2>${escaped(prepare.title)}</h2><ul>${prepare.items.map(item => `<li>${escaped(item)}</li>`).join('')}</ul>` : ''}
${press}
${state}
<footer>${feet.join('')}${more}</footer>`
  return plainPage({ language, title, style, band, sheet, below: languagesOf(page) })
}
