/** Renders the chart with an embedded Helm and compares it with the library's arithmetic. */
package dev.sluice.chart;
