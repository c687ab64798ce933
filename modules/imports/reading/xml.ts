/**
 * Reads the XML of a workbook's parts: elements, attributes and texts, as they come. Declarations of documents are refused, because
 * workbooks have none, and entities defined by them are a way to exhaust a reader.
 */
import { throwImportError } from '../errors.ts'

export interface XmlHandler {
  /** `name` is without its prefix. */
  open(name: string, attributes: string): void
  close(name: string): void
  text(text: string): void
}

const maxWaiting = 1_000_000
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function characterOf(entity: string): string {
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** The text behind entities. */
export const decoded = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x?[0-9a-f]+|amp|lt|gt|quot|apos);/gi, (whole, entity: string) =>
        entity.startsWith('#') ? characterOf(entity) : (named[entity.toLowerCase()] ?? whole)
      )
    : text

/** The value of an attribute, whatever its prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? decoded(found[1] ?? found[2] ?? '') : undefined
}

export class XmlReader {
  private readonly handler: XmlHandler
  private waiting = ''

  constructor(handler: XmlHandler) {
    this.handler = handler
  }

  push(piece: string): void {
    let text = this.waiting + piece
    let at = 0
    for (;;) {
      const begin = text.indexOf('<', at)
      if (begin < 0) break
      if (begin > at) this.handler.text(decoded(text.slice(at, begin)))
      const end = this.endOf(text, begin)
      if (end < 0) {
        at = begin
        break
      }
      this.element(text.slice(begin, end))
      at = end
    }
    text = text.slice(at)
    // A text is passed on at its end only, because an entity may be cut in two.
    if (text.length > maxWaiting) throwImportError('fileUnreadable')
    this.waiting = text
  }

  private endOf(text: string, begin: number): number {
    const special = text.startsWith('<!--', begin) ? '-->' : text.startsWith('<![CDATA[', begin) ? ']]>' : '>'
    const end = text.indexOf(special, begin)
    return end < 0 ? -1 : end + special.length
  }

  private element(whole: string): void {
    if (whole.startsWith('<![CDATA[')) this.handler.text(whole.slice(9, -3))
    else if (whole.startsWith('<!') && !whole.startsWith('<!--')) throwImportError('fileUnreadable')
    else if (!/^<[?!]/.test(whole)) this.tag(whole)
  }

  private tag(whole: string): void {
    const isClosing = whole.startsWith('</')
    const isEmpty = whole.endsWith('/>')
    const inner = whole.slice(isClosing ? 2 : 1, isEmpty ? -2 : -1)
    const [, name = ''] = /^(?:[^\s:]*:)?([^\s:]+)/.exec(inner) ?? []
    if (!isClosing) {
      const space = inner.search(/\s/)
      this.handler.open(name, space < 0 ? '' : inner.slice(space))
    }
    if (isClosing || isEmpty) this.handler.close(name)
  }
}
