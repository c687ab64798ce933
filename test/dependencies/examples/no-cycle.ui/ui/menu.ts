import { shell } from './shell.ts'

export const menu = () => shell
