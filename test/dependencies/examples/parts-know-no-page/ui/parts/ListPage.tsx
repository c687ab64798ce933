import { map } from '../pages/map.tsx'

export const ListPage = map
