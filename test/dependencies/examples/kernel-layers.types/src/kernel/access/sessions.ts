import type { Hub } from '../serve/hub.ts'

export const sessions: Hub[] = []
