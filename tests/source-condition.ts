/**
 * What makes a program of a test load the sources of the packages. In a whole run, which builds
 * them first, it loads what was built: that takes half of the time.
 */
export const sourceCondition: readonly string[] =
  process.env['TINTYPE_TEST_BUILT'] === '1' ? [] : ['--conditions=@tintype/source'];
