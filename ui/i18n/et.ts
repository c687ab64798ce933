import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    [
      '../../src/*/messages/et.json',
      '../../modules/*/messages/et.json',
      '../../modules/*/*/messages/et.json',
      '../messages/et.json',
      '../parts/messages/et.json',
      '../pages/*/messages/et.json'
    ],
    { eager: true, import: 'default' }
  )
)
