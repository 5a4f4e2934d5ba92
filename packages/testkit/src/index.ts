export { blockFont } from './block-font.ts';
export { closeWith } from './close-with.ts';
export { COLOURS, cssColour, isClose, type Colour } from './colour.ts';
export {
  createFixtureServer,
  type FixtureServer,
  type Handler,
  type LoggedRequest,
} from './fixture-server.ts';
export { freePort } from './free-port.ts';
export { mediaFlagsPage, readFlags, scriptFlagsPage } from './flags-page.ts';
export {
  bandGrid,
  bands,
  cellColour,
  gridMismatch,
  gridPage,
  type Grid,
  type GridView,
} from './grid-page.ts';
export { holdDatabase } from './hold-database.ts';
export { inDepth, testInDepth } from './in-depth.ts';
export { quadrantImage, solidImage } from './images.ts';
export { makeFolder, quickFolder } from './make-folder.ts';
export {
  startPostgres,
  type PostgresServer,
  type PostgresServerOptions,
} from './start-postgres.ts';
export { appendingPage, lazyImagesPage, quadrantPage, solidPage, stickyPage } from './pages.ts';
export { allProcesses, descendants, readProcess, type ProcessInfo } from './processes.ts';
export { until } from './until.ts';
export { noFullChrome, unlessInstalled } from './unless-installed.ts';
export { readPixels, type Area, type DecodedImage } from './read-pixels.ts';
