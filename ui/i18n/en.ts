import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    [
      '../../src/*/messages/en.json',
      '../../modules/*/messages/en.json',
      '../../modules/*/*/messages/en.json',
      '../messages/en.json',
      '../parts/messages/en.json',
      '../pages/*/messages/en.json'
    ],
    { eager: true, import: 'default' }
  )
)
