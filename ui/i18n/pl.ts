import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    [
      '../../src/*/messages/pl.json',
      '../../modules/*/messages/pl.json',
      '../../modules/*/*/messages/pl.json',
      '../messages/pl.json',
      '../parts/messages/pl.json',
      '../pages/*/messages/pl.json'
    ],
    { eager: true, import: 'default' }
  )
)
