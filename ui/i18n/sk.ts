import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    [
      '../../src/*/messages/sk.json',
      '../../modules/*/messages/sk.json',
      '../../modules/*/*/messages/sk.json',
      '../messages/sk.json',
      '../parts/messages/sk.json',
      '../pages/*/messages/sk.json'
    ],
    { eager: true, import: 'default' }
  )
)
