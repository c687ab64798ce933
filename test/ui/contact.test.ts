import { afterEach, describe, expect, it, vi } from 'vitest'
import { askSentence, contact } from '../../ui/contact.ts'
import messages from '../../ui/messages/en.json' with { type: 'json' }

const texts: Readonly<Record<string, string>> = messages
const t = (key: string, args: object = {}) =>
  Object.entries(args).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), texts[key] ?? key)

/** The page as the server sends it to a host. */
function page(hostname: string, dataset: Record<string, string> | undefined): void {
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('document', { querySelector: () => (dataset ? { dataset } : null) })
}
afterEach(() => vi.unstubAllGlobals())

describe('whom a client asks', () => {
  it.each([
    [{ phone: '+48 600 700 800', email: 'a@b.pl' }, ' Call +48 600 700 800 or write to a@b.pl.'],
    [{ phone: '+48 600 700 800', email: '' }, ' Call +48 600 700 800.'],
    [{ phone: '', email: 'a@b.pl' }, ' Write to a@b.pl.'],
    [{ phone: '', email: '' }, ''],
    [{ phone: '__CONTACT_PHONE__', email: '__CONTACT_EMAIL__' }, ''],
    [undefined, '']
  ])('%o', (dataset, sentence) => {
    page('portal.example.com', dataset)
    expect(askSentence(t)).toBe(sentence)
  })

  it('is not shown in the back office', () => {
    page('admin.example.com', { phone: '+48 600 700 800' })
    expect(contact()).toBeUndefined()
  })
})
