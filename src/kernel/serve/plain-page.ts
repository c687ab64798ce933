/**
 * The frame of pages that people open from a paper or a message, without signing in: HTML that the server writes, with a sheet in the middle, no
 * script, and colours of both themes. A page adds its own styles and content.
 */
import type { Language } from '../../contract/languages.ts'
import { bandMarkup, bandStyle } from './band.ts'
import { escaped } from './escaped.ts'

/**
 * Styles of the frame: the sheet, its title, the state (`good`, `bad`), names with values, and the foot. Those of the band are always there,
 * because the content policy names the style by its hash.
 */
export const plainStyle = `
:root { color-scheme: light dark; --paper: #faf9f7; --sheet: #fff; --ink: #1c1917; --quiet: #57534e; --line: #d6d3d1;
  --good: #166534; --bad: #b91c1c; --link: #0b5d5e; }
@media (prefers-color-scheme: dark) { :root { --paper: #1c1917; --sheet: #292524; --ink: #f5f5f4; --quiet: #c4bfba; --line: #57534e;
  --good: #86efac; --bad: #fca5a5; --link: #5cc0bb; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 24px; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; }
h1 { margin: 0 0 16px; font-size: 16px; font-weight: 600; color: var(--quiet); overflow-wrap: anywhere; }
.state { margin: 0; font-size: 22px; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
.good { color: var(--good); }
.bad { color: var(--bad); }
dl { margin: 24px 0 0; }
dt { color: var(--quiet); font-size: 14px; }
dd { margin: 0 0 12px; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
footer { margin-top: 16px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; }
${bandStyle}
`

interface PlainPage {
  readonly language: Language
  readonly title: string
  readonly style: string
  /** `bandText` */
  readonly band: string | undefined
  /** HTML of the sheet below its title, and of what stands under the sheet. */
  readonly sheet: string
  readonly below?: string
}

/** @returns the document; `title` is escaped, `sheet` and `below` must be */
export const plainPage = ({ language, title, style, band, sheet, below = '' }: PlainPage): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>${bandMarkup(band)}
<main>
<h1>${escaped(title)}</h1>
${sheet}
</main>
${below}
</body>
</html>
`
