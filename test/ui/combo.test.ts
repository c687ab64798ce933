/** What Enter does in a box that offers what is found, whatever the speed of the hand and of the line. */
import { expect, it } from 'vitest'
import { enterOn } from '../../ui/parts/form/combo.ts'

const found = { open: true, typed: 'biel', asked: 'biel', isLoading: false, hasActive: true }

it.each([
  ['chooses the active option of what was typed', {}, 'choose'],
  ['chooses of a list that was opened and not typed into', { typed: undefined, asked: '' }, 'choose'],
  ['asks for what was typed since the options came: they are of another text', { typed: 'bielak' }, 'ask'],
  ['waits for options that are on their way', { isLoading: true }, 'ask'],
  ['spaces around do not make another text', { typed: ' biel ' }, 'choose'],
  ['sends no form with a text that is no option', { hasActive: false }, 'stay'],
  ['sends the form from an empty box', { typed: '', asked: '', hasActive: false }, 'send'],
  ['sends the form once a choice was made', { open: false, typed: undefined }, 'send']
] as const)('%s', (_, more, does) => expect(enterOn({ ...found, ...more })).toBe(does))
