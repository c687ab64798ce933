import type { Texts } from '../../i18n.ts'
import { merged } from '../merged.ts'

export default merged(
  import.meta.glob<Texts>(
    ['../../../src/kernel/messages/et.json', '../../../modules/*/messages/et.json', '../../messages/et.json'],
    { eager: true, import: 'default', query: '?later' }
  )
)
