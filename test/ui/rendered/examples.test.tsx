/** Every example of the page of parts is drawn without a fault, and has none for axe. */
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { examples } from '../fixtures/parts/examples.tsx'
import { draw } from './draw.tsx'

const styles = import.meta.glob<string>('../../../ui/main.tsx', { query: '?raw', import: 'default', eager: true })
const own = import.meta.glob<string>('../fixtures/parts/styles.ts', { query: '?raw', import: 'default', eager: true })
const sheetsIn = (sources: Record<string, string>): string[] =>
  Object.values(sources).flatMap(source =>
    [...source.matchAll(/^import '.*?([\w-]+\/[\w-]+\.css)'$/gm)].map(([, file]) => file ?? '')
  )

/** Rules about a whole page, which an example is not. */
const ofPages = [
  'region',
  'page-has-heading-one',
  'landmark-one-main',
  'heading-order',
  'landmark-complementary-is-top-level'
]

test('examples have the styles of the application, in the same order', () => {
  expect(sheetsIn(own).filter(file => !file.endsWith('/parts.css'))).toEqual(sheetsIn(styles))
})

describe.each(examples.map(example => [`${example.group}: ${example.name}`, example] as const))('%s', (_, example) => {
  test('is accessible', async () => {
    const { box } = draw(example.draw())
    await expect.poll(() => box.textContent !== '' || box.querySelector('[role=status], button') !== null).toBe(true)
    const { violations } = await axe.run(box, {
      rules: Object.fromEntries(ofPages.map(rule => [rule, { enabled: false }]))
    })
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
  })
})
