/** The HTML of the public page. */
import type { Language } from '../../../src/contract/languages.ts'
import type { State } from '../papers/paper.ts'

export interface CheckPage {
  readonly language: Language
  readonly title: string
  readonly business: string
  /** Undefined where there is no such statement. */
  readonly state?: State
  readonly sentence: string
  /** What the paper must say, too: names with values. */
  readonly facts?: readonly (readonly [string, string])[]
}

export const style = `
:root { color-scheme: light dark; --paper: #faf9f7; --sheet: #fff; --ink: #1c1917; --quiet: #57534e; --line: #d6d3d1;
  --good: #166534; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --paper: #1c1917; --sheet: #292524; --ink: #f5f5f4; --quiet: #c4bfba; --line: #57534e;
  --good: #86efac; --bad: #fca5a5; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 24px; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; }
h1 { margin: 0 0 16px; font-size: 16px; font-weight: 600; color: var(--quiet); }
.state { margin: 0; font-size: 22px; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
.valid { color: var(--good); }
.replaced, .withdrawn { color: var(--bad); }
dl { margin: 24px 0 0; }
dt { color: var(--quiet); font-size: 14px; }
dd { margin: 0 0 12px; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
footer { margin-top: 16px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--quiet); font-size: 14px; }
`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&"<>]/g, sign => entities[sign] ?? sign)

export function pageOf({ language, title, business, state, sentence, facts = [] }: CheckPage): string {
  const list = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p class="state ${state ?? ''}">${escaped(sentence)}</p>
${list ? `<dl>${list}</dl>` : ''}
<footer>${escaped(business)}</footer>
</main>
</body>
</html>
`
}
