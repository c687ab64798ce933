/** Each e-mail with a link, in each language: what is to be pressed is a button, and no name that people chose becomes more than a name. */
import { describe, expect, it } from 'vitest'
import { languages } from '../../src/contract/languages.ts'
import { readMessages } from '../../src/kernel/i18n/messages.ts'
import { htmlLetter } from '../../src/kernel/messaging/letter.ts'
import { senderOf } from '../../src/kernel/messaging/mail.ts'
import { modules } from '../../src/modules.ts'

const messages = readMessages(modules.flatMap(module => module.messages ?? []))
const address = 'https://portal.example.com'
const none = { contactPhone: '', contactEmail: '' }
const sender = senderOf({ businessName: 'Opony', ...none, portalUrl: address, adminUrl: 'https://admin.example.com' })

const users = ['asked', 'invitation', 'joining', 'registered', 'reset', 'taken', 'takenForCompany'].map(
  letter => `users.letter.${letter}.text`
)
const letters = [...users, 'reports.monthly.text', 'notifications.reminder.email']

describe.each(languages)('in the language %s', language => {
  it.each(letters)('%s leads to its link by one button', letter => {
    const company = 'Guma <a href="https://evil.example.net">i</a> Syn sp. z o.o.'
    const params = {
      business: 'Opony',
      email: 'jan@example.com',
      company,
      hasCompany: 'yes',
      name: company,
      what: '3',
      link: `${address}/x`
    }
    const text = messages.say(language, letter, params)
    const page = htmlLetter({ subject: '', text, language }, sender)
    expect(page.match(/<a [^>]*class="button"/g)).toHaveLength(1)
    expect(page.match(/href="[^"]*"/g)).toEqual(Array(2).fill(`href="${address}/x"`))
    expect(text, 'a company’s name often ends with a full stop').not.toContain('..')
    // without arguments that are left out, and without a heading that takes the place of the button's words
    expect(text).not.toMatch(/[{}]/)
  })

  it.each(['registered', 'asked'])('who has %s reads what happens next, and that another letter comes', letter => {
    const text = messages.say(language, `users.letter.${letter}.text`, {
      ...{ business: 'Opony', email: 'e', link: 'l', company: '', hasCompany: 'no' }
    })
    expect(text).toMatch(/:\n1\. .+\n2\. .+\n3\. .+\n/)
    // only a letter to who need not wait may say that the password is all that is missing
    expect(text).not.toContain(messages.say(language, 'users.letter.invitation.text').split('\n\n')[1])
  })
})
