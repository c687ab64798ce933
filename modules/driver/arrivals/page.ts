/**
 * The HTML of the page that shows an order without a login. It has no script, and is loaded again by a link:
 * a page that reloads by itself takes away what somebody is reading, and breaks WCAG 2.2.1.
 */
import { type Language, languages } from '../../../src/contract/languages.ts'

export interface TrackingPage {
  readonly language: Language
  readonly title: string
  readonly business: string
  readonly sentence: string
  readonly tone?: 'good' | 'bad' | undefined
  /** The window, large. */
  readonly window?: { readonly label: string; readonly text: string } | undefined
  /** What explains the state. */
  readonly notes?: readonly string[]
  /** Names with values. */
  readonly facts?: readonly (readonly [string, string])[]
  readonly prepare?: { readonly title: string; readonly items: readonly string[] } | undefined
  /** Where people ask. */
  readonly contact?: string | undefined
  /** When it was written, and the word of the link that loads it again; of what can still change. */
  readonly freshness?: { readonly text: string; readonly reload: string } | undefined
  /** Names of the languages, and of their list. */
  readonly nameOf: (language: Language) => string
  readonly languagesLabel: string
}

export const style = `
:root { color-scheme: light dark; --paper: #faf9f7; --sheet: #fff; --ink: #1c1917; --quiet: #57534e; --line: #d6d3d1;
  --good: #166534; --bad: #b91c1c; --link: #0b5d5e; }
@media (prefers-color-scheme: dark) { :root { --paper: #1c1917; --sheet: #292524; --ink: #f5f5f4; --quiet: #c4bfba; --line: #57534e;
  --good: #86efac; --bad: #fca5a5; --link: #5cc0bb; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 24px; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; }
h1 { margin: 0 0 16px; font-size: 16px; font-weight: 600; color: var(--quiet); overflow-wrap: anywhere; }
h2 { margin: 24px 0 8px; font-size: 16px; font-weight: 600; }
.state { margin: 0; font-size: 22px; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.window { margin: 16px 0 0; }
.window span { display: block; color: var(--quiet); font-size: 14px; }
.window strong { font-size: 32px; line-height: 1.2; font-variant-numeric: tabular-nums; }
.note { margin: 8px 0 0; overflow-wrap: anywhere; }
dl { margin: 24px 0 0; }
dt { color: var(--quiet); font-size: 14px; }
dd { margin: 0 0 12px; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.code { white-space: nowrap; }
ul { margin: 0; padding-left: 20px; }
.fresh { margin: 16px 0 0; color: var(--quiet); font-size: 14px; }
.fresh a { display: inline-block; padding: 12px 8px; }
footer { margin-top: 16px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; }
footer p { margin: 0; }
nav { max-width: 480px; margin: 8px auto 0; display: flex; flex-wrap: wrap; justify-content: center; font-size: 14px; }
nav a, nav strong { padding: 12px 8px; }
a { color: var(--link); }
`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&"<>]/g, sign => entities[sign] ?? sign)
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

export function pageOf(page: TrackingPage): string {
  const { language, title, business, sentence, tone, window, notes = [], facts = [], prepare } = page
  const { contact, freshness } = page
  const list = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${unbroken(escaped(value))}</dd>`).join('')
  const feet = [business, contact].flatMap(line => (line ? `<p>${escaped(line)}</p>` : []))
  const state = freshness
    ? `<p class="fresh">${escaped(freshness.text)} <a href="?language=${language}">${escaped(freshness.reload)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p class="state ${tone ?? ''}">${escaped(sentence)}</p>
${window ? `<p class="window"><span>${escaped(window.label)}</span><strong>${escaped(window.text)}</strong></p>` : ''}
${notes.map(note => `<p class="note">${escaped(note)}</p>`).join('\n')}
${list ? `<dl>${list}</dl>` : ''}
${prepare ? `<h2>${escaped(prepare.title)}</h2><ul>${prepare.items.map(item => `<li>${escaped(item)}</li>`).join('')}</ul>` : ''}
${state}
<footer>${feet.join('')}</footer>
</main>
${languagesOf(page)}
</body>
</html>
`
}
