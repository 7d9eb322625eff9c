export { type ComposeOptions, composeStorage, type DocumentStore } from './compose-storage.js'
