/**
 * How an e-mail looks: one text, sent as plain text and as HTML that is made from it alone, so that both say the same and no text of
 * a module needs markup. All of it is escaped; nothing is fetched from anywhere, so that no programme asks "show pictures?".
 *
 * What the HTML makes of the text: paragraphs are divided by an empty line; a line that ends with a colon is a heading of the lines
 * under it. Where a paragraph ends with an address of ours, that is a link:
 *
 * - of a heading alone: a button with the words of the heading;
 * - of a heading and further lines: the heading, which is the link then;
 * - of one sentence: a note in small letters, which is the link then.
 *
 * Other addresses than those of this installation stay text, because names of companies and people stand in letters.
 */

/** Who writes, and where it is reached. */
export interface Sender {
  readonly name: string
  readonly phone: string
  readonly email: string
  /** The only addresses that links lead to, such as `https://portal.example.com`. */
  readonly origins: readonly string[]
}

export interface Letter {
  readonly subject: string
  readonly text: string
  /** What it is written in, for programmes that read it aloud; undefined: unknown. */
  readonly language?: string | undefined
}

/** Light and dark of ui/theme/tokens.css, in the same names; a test compares them. E-mail programmes know no variables. */
export const colours = {
  ground: ['#f4f2ee', '#161513'],
  card: ['#ffffff', '#1f1d1b'],
  line: ['#dfdbd4', '#3a3632'],
  ink: ['#1d1b19', '#f1eee9'],
  'ink-muted': ['#5b554e', '#b5ada3'],
  accent: ['#0b5d5e', '#5cc0bb'],
  'on-accent': ['#ffffff', '#06201f']
} as const
const light = (name: keyof typeof colours): string => colours[name][0]
const dark = (name: keyof typeof colours): string => colours[name][1]

/** What people have named, as part of one line: a name of several lines would add lines to a letter. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&"<>]/g, sign => entities[sign] ?? sign)

const contactOf = ({ phone, email }: Sender): string[] => [phone, email].filter(line => line !== '')

/** The text with who wrote it under the line that e-mail programmes know a signature by. */
export const plainLetter = ({ text }: Letter, sender: Sender): string =>
  `${text.trim()}\n\n-- \n${[sender.name, ...contactOf(sender)].join('\n')}\n`

const isOurs = (address: string, { origins }: Sender): boolean =>
  origins.includes(URL.canParse(address) ? new URL(address).origin : '')

const linked = (address: string, style: string, kind: string, words: string): string =>
  `<a href="${escaped(address)}" class="${kind}" style="${style}">${escaped(words)}</a>`

const linkStyle = `color:${light('accent')}`
const noteStyle = `color:${light('ink-muted')};font-size:13px`
const buttonStyle = `display:inline-block;padding:12px 20px;border-radius:6px;background:${light('accent')};color:${light('on-accent')};font-weight:600;text-decoration:none`
const addressStyle = `color:${light('ink-muted')};font-size:13px;word-break:break-all`

const isHeading = (line: string): boolean => line.endsWith(':')

const lineOf = (line: string, at: number, lines: readonly string[], sender: Sender): string => {
  if (isOurs(line, sender)) return linked(line, `${linkStyle};word-break:break-all`, 'link', line)
  return isHeading(line) && at < lines.length - 1 ? `<strong>${escaped(line)}</strong>` : escaped(line)
}

/** Several lines are a list, such as the stops of a day. */
const listed = (drawn: readonly string[]): string =>
  drawn.length === 1
    ? drawn.join('')
    : drawn.map(line => `<span style="display:block;margin:0 0 8px">${line}</span>`).join('\n')

function paragraphOf(paragraph: string, sender: Sender): string {
  const lines = paragraph.split('\n').map(line => line.trim())
  const [words = '', ...more] = lines
  const address = more.at(-1) ?? ''
  if (lines.length === 2 && isHeading(words) && isOurs(address, sender))
    return `<p style="margin:24px 0 8px">${linked(address, buttonStyle, 'button', words.slice(0, -1))}</p>
<p style="margin:0 0 24px">${linked(address, addressStyle, 'muted', address)}</p>`
  if (lines.length === 2 && words.endsWith('.') && isOurs(address, sender))
    return `<p style="margin:0 0 16px">${linked(address, noteStyle, 'muted', words)}</p>`
  if (isHeading(words) && isOurs(address, sender)) {
    const heading = `<strong>${linked(address, linkStyle, 'link', words.slice(0, -1))}</strong>`
    return `<p style="margin:0 0 24px">${listed([heading, ...more.slice(0, -1).map(escaped)])}</p>`
  }
  return `<p style="margin:0 0 16px">${listed(lines.map((line, at) => lineOf(line, at, lines, sender)))}</p>`
}

/** The document. Its styles stand at the elements, which all programmes read; those of the dark theme in its head. */
export function htmlLetter({ subject, text, language }: Letter, sender: Sender): string {
  const paragraphs = text
    .trim()
    .split(/\n\s*\n/)
    .map(paragraph => paragraphOf(paragraph, sender))
  const foot = [`<strong>${escaped(sender.name)}</strong>`, ...contactOf(sender).map(escaped)].join('<br>\n')
  return `<!doctype html>
<html${language ? ` lang="${escaped(language)}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
.ground { background: ${dark('ground')} !important; color: ${dark('ink')} !important }
.card { background: ${dark('card')} !important; border-color: ${dark('line')} !important }
.name, .link { color: ${dark('accent')} !important }
.button { background: ${dark('accent')} !important; color: ${dark('on-accent')} !important }
.muted { color: ${dark('ink-muted')} !important }
}
</style>
</head>
<body class="ground" style="margin:0;background:${light('ground')};color:${light('ink')};font:16px/1.5 system-ui,'Segoe UI',Roboto,Arial,sans-serif">
<div class="ground" style="max-width:560px;margin:0 auto;padding:24px 12px;background:${light('ground')}">
<p class="name" style="margin:0 12px 16px;color:${light('accent')};font-size:20px;font-weight:700">${escaped(sender.name)}</p>
<div class="card" style="padding:24px 24px 8px;border:1px solid ${light('line')};border-radius:6px;background:${light('card')};overflow-wrap:anywhere">
${paragraphs.join('\n')}
</div>
<p class="muted" style="margin:16px 12px 0;color:${light('ink-muted')};font-size:13px">${foot}</p>
</div>
</body>
</html>
`
}
