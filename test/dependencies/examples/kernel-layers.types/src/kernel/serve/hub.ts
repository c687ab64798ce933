export type Hub = string
