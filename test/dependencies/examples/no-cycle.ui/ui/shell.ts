import { menu } from './menu.ts'

export const shell = () => menu
