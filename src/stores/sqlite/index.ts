export { openSqliteStorage, type SqliteStorage, type SqliteStorageOptions } from './sqlite-storage.js'
